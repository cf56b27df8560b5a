/** Whoever knows the token of the user who is signed in. */
export interface AuthProvider {
  /** What the server's decoder knows the token by: the header `auth-provider`. */
  readonly type: string
  /** Returns the token, or null if nobody is signed in. It is called for every request. */
  readonly getToken: () => string | null | undefined | Promise<string | null | undefined>
  /**
   * Gets a new token after the server answered 401, and returns it, or null if
   * the session is over: the request is then sent once more, without a token.
   * Requests that fail at the same time share one call.
   */
  readonly refresh?: (() => Promise<string | null | undefined>) | undefined
}

/** Headers by name, or a function that returns them for each request. */
export type HeadersSource = Readonly<Record<string, string>> | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>)

/** What {@link createFetch} needs. */
export interface FetchOptions {
  /** Headers of every request. */
  readonly headers?: HeadersSource | undefined
  /** Who knows the token. */
  readonly auth?: AuthProvider | undefined
  /** Sends the requests; without it `globalThis.fetch`. */
  readonly fetch?: typeof fetch | undefined
}

/**
 * Returns a fetch that sends the headers, the token and its `auth-provider` with
 * every request. If the server answers 401, it refreshes the token and sends the
 * request once more. GraphQL clients take it in the place of their own. The
 * options are read for each request.
 */
export function createFetch(options: FetchOptions): typeof fetch {
  let refreshing: Promise<string | null | undefined> | undefined

  const send = async (input: RequestInfo | URL, init: RequestInit | undefined, token: string | null | undefined) => {
    const request = input instanceof Request ? input.clone() : input
    const headers = new Headers(request instanceof Request ? request.headers : undefined)
    for (const more of [await headersOf(options, token), init?.headers]) {
      new Headers(more).forEach((value, name) => {
        headers.set(name, value)
      })
    }
    return (options.fetch ?? globalThis.fetch)(request, { ...init, headers })
  }

  return async (input, init) => {
    const { auth } = options
    const token = await auth?.getToken()
    const response = await send(input, init, token)
    if (response.status !== 401 || !auth?.refresh || !token) return response
    const current = await auth.getToken()
    // Another request has refreshed it meanwhile, or the user signed out.
    if (current !== token) return send(input, init, current)
    refreshing ??= auth.refresh().finally(() => {
      refreshing = undefined
    })
    return send(input, init, await refreshing)
  }
}

/** Returns the headers of a request with this token. */
export async function headersOf({ headers, auth }: FetchOptions, token: string | null | undefined): Promise<Record<string, string>> {
  return {
    ...(typeof headers === 'function' ? await headers() : headers),
    ...(auth && token ? { 'auth-provider': auth.type, authorization: `Bearer ${token}` } : undefined),
  }
}
