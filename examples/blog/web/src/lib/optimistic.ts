// What the pages show until the server has answered.

let n = 0

/** Returns an id for what the server has none for yet. */
export function newId(): string {
  return `new:${String(++n)}`
}

/** Reports whether an id is one of newId. */
export function isNew(id: string): boolean {
  return id.startsWith('new:')
}
