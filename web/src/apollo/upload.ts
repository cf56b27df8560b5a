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
    const files = filesIn(operation.variables)
    const send: typeof fetch = (input, init) => fetch(input, { ...init, ...multipart(init, files) })
    return new HttpLink({ uri, fetch: send }).request(operation, forward)
  })
}

/** Reports whether there are files among variables. */
export function hasFiles(variables: object): boolean {
  return filesIn(variables).size > 0
}

/** filesIn returns the files in a value with their paths. */
function filesIn(value: unknown, path = 'variables', found = new Map<Blob, string[]>()): Map<Blob, string[]> {
  if (value instanceof Blob) {
    found.set(value, [...(found.get(value) ?? []), path])
  } else if (Array.isArray(value) || isFileList(value)) {
    Array.from(value).forEach((item, i) => filesIn(item, `${path}.${i}`, found))
  } else if (typeof value === 'object' && value !== null && isPlain(value)) {
    for (const [name, field] of Object.entries(value)) filesIn(field, `${path}.${name}`, found)
  }
  return found
}

function isFileList(value: unknown): value is FileList {
  return typeof FileList !== 'undefined' && value instanceof FileList
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** multipart returns a request as HttpLink made it, with the files beside it. */
function multipart(init: RequestInit | undefined, files: Map<Blob, string[]>): RequestInit {
  const body = new FormData()
  const operations = JSON.parse(init?.body as string) as object
  for (const path of [...files.values()].flat()) setNull(operations, path.split('.'))
  body.append('operations', JSON.stringify(operations))
  body.append('map', JSON.stringify(Object.fromEntries([...files.values()].map((paths, i) => [i, paths]))))
  ;[...files.keys()].forEach((file, i) => {
    body.append(String(i), file, file instanceof File ? file.name : 'blob')
  })
  const headers = new Headers(init?.headers)
  headers.delete('content-type') // the browser adds it with the boundary
  headers.set('graphql-preflight', '1')
  return { body, headers: Object.fromEntries(headers) }
}

function setNull(value: object, [name = '', ...rest]: string[]): void {
  const fields = value as Record<string, unknown>
  const next = fields[name]
  if (rest.length > 0 && typeof next === 'object' && next !== null) {
    // JSON has a list of files as an object.
    if (!Array.isArray(next) && rest.length === 1 && /^\d+$/.test(rest[0] ?? '')) fields[name] = Object.values(next)
    setNull(fields[name] as object, rest)
  } else {
    fields[name] = null
  }
}
