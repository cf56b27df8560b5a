/**
 * A GraphQL document that knows the types of its result and variables: what
 * graphql-code-generator's client preset writes, as nodes or as strings.
 */
export interface TypedDocument<TData, TVariables> {
  /** Never there: it only carries the types. */
  readonly __apiType?: ((variables: TVariables) => TData) | undefined
}

/** A document without types: a parsed one, or its text. */
export type UntypedDocument = string | { readonly kind: 'Document' }

/** What a query, mutation or subscription may be given as. */
export type GraphQLDocument<TData, TVariables> = TypedDocument<TData, TVariables> | UntypedDocument

/** The variables of an operation. */
export type Variables = object
