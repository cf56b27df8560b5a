import { ApolloLink, HttpLink } from '@apollo/client'

/** Where a link sends its requests. */
export interface HttpOptions {
  /** The address of the server. */
  readonly uri: string
  /** Sends the requests. */
  readonly fetch: typeof fetch
}

/**
 * Returns a link that sends operations with files among their variables as the
 * GraphQL multipart request specification says. It ends a chain; hasFiles tells
 * which operations are for it.
 */
export function createUploadLink({ uri, fetch }: HttpOptions): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const send: typeof fetch = (input, init) => fetch(input, { ...init, ...multipart(init, operation.variables) })
    return new HttpLink({ uri, fetch: send }).request(operation, forward)
  })
}

/** Reports whether there are files among variables. */
export function hasFiles(variables: object): boolean {
  const files: Files = new Map()
  withoutFiles(variables, '', files)
  return files.size > 0
}

/** Files with the paths where they were. */
type Files = Map<Blob, string[]>

/** withoutFiles returns a value with null in the place of each file, and adds those to files. */
function withoutFiles(value: unknown, path: string, files: Files): unknown {
  if (value instanceof Blob) {
    files.set(value, [...(files.get(value) ?? []), path])
    return null
  }
  if (Array.isArray(value) || isFileList(value)) return Array.from(value, (item, i) => withoutFiles(item, `${path}.${i}`, files))
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutFiles(field, `${path}.${name}`, files)]))
}

function isFileList(value: unknown): value is FileList {
  return typeof FileList !== 'undefined' && value instanceof FileList
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** multipart returns a request as HttpLink made it, with the files of its variables beside them. */
function multipart(init: RequestInit | undefined, variables: Readonly<Record<string, unknown>>): RequestInit {
  const request = JSON.parse(init?.body as string) as { variables: object }
  const sent = Object.keys(request.variables).map((name) => [name, variables[name]]) // HttpLink leaves out those that the query doesn't use
  const files: Files = new Map()
  const body = new FormData()
  body.append('operations', JSON.stringify({ ...request, variables: withoutFiles(Object.fromEntries(sent), 'variables', files) }))
  body.append('map', JSON.stringify(Object.fromEntries([...files.values()].map((paths, i) => [i, paths]))))
  ;[...files.keys()].forEach((file, i) => {
    body.append(String(i), file, file instanceof File ? file.name : 'blob')
  })
  const headers = new Headers(init?.headers)
  headers.delete('content-type') // the browser adds it with the boundary
  headers.set('graphql-preflight', '1')
  return { body, headers: Object.fromEntries(headers) }
}
