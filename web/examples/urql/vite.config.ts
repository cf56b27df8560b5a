import { cells } from '@signalbox/web/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The server is the blog's: go run ./examples/blog
const proxy = { '/graphql': { target: process.env['SERVER'] ?? 'http://localhost:8911', changeOrigin: true } }

export default defineConfig({ plugins: [cells(), react()], server: { proxy }, preview: { proxy } })
