/**
 * The root provider, with Apollo Client 3.13 or 4.
 *
 * @module
 */
export { createDocumentsLink, type DocumentManifest } from './documents.js'
export { apolloHooks } from './hooks.js'
export { createClient, createLink, SignalboxProvider, type ApolloClientOf, type ClientOptions, type LinkOptions, type SignalboxProviderProps } from './provider.js'
export { createSseLink, isStream } from './sse.js'
export type { SseOptions } from '@signalbox/web/sse'
export { createUploadLink, hasFiles, type HttpOptions } from './upload.js'
