import { cells } from '@signalbox/web/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The Go server: go run ./examples/blog
const server = process.env['SERVER'] ?? 'http://localhost:8911'

export default defineConfig({
  plugins: [cells(), react()],
  // The package is a link into web/, which has a React of its own for its tests.
  resolve: { dedupe: ['react', 'react-dom', '@apollo/client', 'graphql', 'rxjs'] },
  // Below this path hot reload also goes through the Go server, run with -web.
  server: { port: 5173, strictPort: true, hmr: { path: '/@hot' }, proxy: { '/graphql': server, '/posts.json': server, '^/users/\\d+/photo': server } },
  build: { target: 'es2022', modulePreload: { polyfill: false } },
})
