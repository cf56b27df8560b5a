import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Which React and which Apollo Client the tests of a project run with.
function project(react: 18 | 19, apollo: 3 | 4) {
  const own = [
    ...(react === 18 ? ['react', 'react-dom'].map((name) => ({ name, to: at(`matrix/react18/node_modules/${name}`) })) : []),
    ...(react === 18 ? [{ name: 'rehackt', to: at('matrix/react18/node_modules/react') }] : []), // Apollo Client 3's name for React
  ]
  return {
    resolve: {
      alias: [
        { find: '@signalbox/web/apollo', replacement: at('src/apollo/index.ts') },
        { find: '@signalbox/web/sse', replacement: at('src/sse.ts') },
        { find: '@signalbox/web/vite', replacement: at('src/vite/index.ts') },
        { find: '@signalbox/web', replacement: at('src/index.ts') },
        // The CommonJS modules of these would find the React beside them.
        { find: /^@testing-library\/react$/, replacement: at('node_modules/@testing-library/react/dist/@testing-library/react.esm.js') },
        { find: /^urql$/, replacement: at('node_modules/urql/dist/urql.es.js') },
        ...own.map(({ name, to }) => ({ find: new RegExp(`^${name}(?=/|$)`), replacement: to })),
        ...(apollo === 3 ? [{ find: /^@apollo\/client(\/.*)?$/, replacement: `${at('matrix/apollo3/node_modules/@apollo/client')}$1/index.js` }] : []),
      ],
    },
    define: { __REACT__: String(react), __APOLLO__: String(apollo) },
    test: {
      name: `React ${react}, Apollo Client ${apollo}`,
      environment: 'jsdom',
      include: ['test/**/*.test.tsx'],
      // So that the aliases count in them, too.
      server: { deps: { inline: [/@testing-library\/react/, /@apollo\/client/, /urql/] } },
    },
  }
}

export default defineConfig({
  test: {
    projects: [
      project(19, 4),
      project(19, 3),
      project(18, 4),
      project(18, 3),
      { ...project(19, 4), test: { name: 'build', environment: 'node', include: ['test/**/*.test.ts'], testTimeout: 60_000 } },
    ],
  },
})
