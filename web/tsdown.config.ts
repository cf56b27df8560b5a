import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { index: 'src/index.ts', 'apollo/index': 'src/apollo/index.ts', sse: 'src/sse.ts', 'vite/index': 'src/vite/index.ts' },
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  sourcemap: true,
  // The entries share their contexts: an application that imports both has
  // one of each.
  deps: { neverBundle: [/^@signalbox\/web/, /^node:/] },
})
