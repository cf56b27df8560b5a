// Random choices that a seed repeats: the same seed writes the same cases.

export class Random {
  #state

  constructor(seed) {
    this.#state = seed >>> 0
  }

  // next is a number in [0, 1), by mulberry32.
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  // int is a whole number from low to high, both included.
  int(low, high) {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  // chance is true with probability p.
  chance(p) {
    return this.next() < p
  }

  pick(list) {
    return list[this.int(0, list.length - 1)]
  }

  // weighted picks a value of [[weight, value], ...].
  weighted(list) {
    let rest = this.next() * list.reduce((sum, [w]) => sum + w, 0)
    for (const [w, value] of list) {
      rest -= w
      if (rest < 0) return value
    }
    return list.at(-1)[1]
  }

  // some is a list of count values of list, in its order.
  some(list, count) {
    const left = [...list]
    while (left.length > count) left.splice(this.int(0, left.length - 1), 1)
    return left
  }
}
