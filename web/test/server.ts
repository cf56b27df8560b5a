// A GraphQL server in the place of fetch, for the tests of one component.

/** A request as the server sees it. */
export interface Asked {
  readonly uri: string
  readonly query: string | undefined
  readonly variables: Record<string, unknown>
  readonly operationName: string | undefined
  readonly extensions: Record<string, unknown> | undefined
  readonly headers: Headers
  readonly form: FormData | undefined
  readonly signal: AbortSignal | undefined
}

/** Returns a fetch that answers, and what it was asked. */
export function serve(answer: (asked: Asked) => object | Promise<object>): { fetch: typeof fetch; asked: Asked[] } {
  const asked: Asked[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const form = init?.body instanceof FormData ? init.body : undefined
    const body = JSON.parse(form ? (form.get('operations') as string) : (init?.body as string)) as Asked
    const request = { ...body, uri: input as string, headers: new Headers(init?.headers), form, signal: init?.signal ?? undefined }
    asked.push(request)
    const result = await answer(request)
    return result instanceof Response ? result : new Response(JSON.stringify(result), { headers: { 'content-type': 'application/json' } })
  }
  return { fetch, asked }
}

/** An answer that is a stream of events. */
export class Stream {
  #controller!: ReadableStreamDefaultController<Uint8Array>
  readonly response = new Response(
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller
      },
    }),
    { headers: { 'content-type': 'text/event-stream' } },
  )

  /** Sends a result. */
  next(result: object): void {
    this.#send(`event: next\ndata: ${JSON.stringify(result)}\n\n`)
  }

  /** Says that no result follows. */
  complete(): void {
    this.#send('event: complete\ndata:\n\n')
    this.#controller.close()
  }

  /** Ends the connection, as a server that goes away. */
  break(): void {
    this.#controller.close()
  }

  #send(text: string): void {
    this.#controller.enqueue(new TextEncoder().encode(text))
  }
}

/** A promise to be resolved by the test. */
export function later<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
