import { ApolloLink } from '@apollo/client'
import { print, type DocumentNode } from 'graphql'

/**
 * The documents that the server knows: their texts by SHA-256, as
 * graphql-code-generator writes them to `persisted-documents.json`.
 */
export type DocumentManifest = Readonly<Record<string, string>>

/**
 * Returns a link that sends the hash of a known document instead of its text.
 * A document is known if graphql-code-generator has put the hash in it, or if the
 * manifest has its text. Others are sent as they are.
 */
export function createDocumentsLink(manifest: DocumentManifest = {}): ApolloLink {
  const hashes = new Map(Object.entries(manifest).map(([hash, text]) => [text, hash]))
  return new ApolloLink((operation, forward) => {
    const hash = embeddedHash(operation.query) ?? hashes.get(print(operation.query))
    if (hash !== undefined) {
      const sha256Hash = hash.replace(/^sha256:/, '') // as graphql-code-generator writes it
      operation.extensions['persistedQuery'] = { version: 1, sha256Hash }
      operation.setContext(({ http }: { http?: object }) => ({ http: { ...http, includeExtensions: true, includeQuery: false } }))
    }
    return forward(operation)
  })
}

function embeddedHash(document: DocumentNode): string | undefined {
  return (document as { __meta__?: { hash?: string } }).__meta__?.hash
}
