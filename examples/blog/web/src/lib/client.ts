// What the client of the pages is made with.
import { InMemoryCache, type FieldMergeFunction, type Reference } from '@apollo/client'

/** The built pages send the hashes of their operations, which the server knows. */
export const documents = import.meta.env.PROD ? {} : undefined

// An answer has the comments before one that is known, or the last ones. What is
// known before these stays, if they follow it without a gap.
const comments: FieldMergeFunction<readonly Reference[]> = (existing = [], incoming, { args, readField }) => {
  if (args?.['before'] !== undefined) return [...incoming, ...existing]
  const [first] = incoming
  const at = first ? existing.findIndex((known) => readField('id', known) === readField('id', first)) : -1
  return [...existing.slice(0, Math.max(at, 0)), ...incoming]
}

/** What is known of the blog. */
export const cache = new InMemoryCache({ typePolicies: { Post: { fields: { comments: { keyArgs: false, merge: comments } } } } })
