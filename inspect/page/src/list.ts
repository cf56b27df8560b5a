/** How many lines are drawn above and below those that are seen. */
const beyond = 8

export interface ListOptions<T> {
  label: string
  role: 'grid' | 'tree' | 'table'
  itemRole: 'row' | 'treeitem'
  className: string
  draw: (item: T, into: HTMLElement, index: number) => void
  key: (item: T) => string
  pick?: (item: T, index: number) => void
}

/** A list of lines of one height that draws only those that are seen. */
export class List<T> {
  readonly element: HTMLElement
  private readonly space = document.createElement('div')
  private readonly lines = new Map<number, HTMLElement>()
  private items: readonly T[] = []
  private height = 32
  private asked = false
  private current = -1

  constructor(private readonly options: ListOptions<T>) {
    this.element = document.createElement('div')
    this.element.className = `list ${options.className}`
    this.element.tabIndex = 0
    this.element.setAttribute('role', options.role)
    this.element.setAttribute('aria-label', options.label)
    this.space.className = 'space'
    this.space.setAttribute('role', options.role === 'tree' ? 'group' : 'rowgroup')
    this.element.append(this.space)
    this.element.addEventListener('scroll', () => { this.later() }, { passive: true })
    this.element.addEventListener('keydown', (e) => { this.key(e) })
    this.space.addEventListener('click', (e) => {
      const line = (e.target as Element).closest<HTMLElement>('[data-i]')
      if (line && !(e.target as Element).closest('a,button')) this.choose(Number(line.dataset.i))
    })
    new ResizeObserver(() => { this.measure() }).observe(this.element)
  }

  /** Shows items; the line of the chosen one is kept by its key. */
  show(items: readonly T[], chosen = ''): void {
    this.items = items
    this.current = chosen ? items.findIndex((i) => this.options.key(i) === chosen) : -1
    this.element.setAttribute('aria-rowcount', String(items.length))
    if (this.options.role === 'tree') this.element.removeAttribute('aria-rowcount')
    this.forget()
    this.measure()
  }

  /** Brings a line into view. */
  reveal(index = this.current): void {
    if (index < 0) return
    const top = index * this.height
    const { scrollTop, clientHeight } = this.element
    if (top < scrollTop || top + this.height > scrollTop + clientHeight) this.element.scrollTop = Math.max(0, top - clientHeight / 3)
    this.draw()
  }

  /** Moves the chosen line, as the arrow keys do. */
  move(by: number): void {
    if (this.items.length > 0) this.choose(Math.min(this.items.length - 1, Math.max(0, this.current + by)))
  }

  private choose(index: number): void {
    const item = this.items[index]
    if (item === undefined) return
    this.current = index
    this.forget()
    this.reveal()
    this.options.pick?.(item, index)
  }

  private key(e: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.height) - 1)
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.items.length, End: this.items.length }[e.key]
    if (by === undefined || e.altKey || e.ctrlKey || e.metaKey || !this.options.pick) return
    e.preventDefault()
    this.move(by)
  }

  private measure(): void {
    const height = Number.parseFloat(getComputedStyle(this.element).getPropertyValue('--line'))
    if (height > 0 && height !== this.height) {
      this.height = height
      this.forget()
    }
    this.space.style.height = `${String(this.items.length * this.height)}px`
    this.draw()
  }

  private forget(): void {
    for (const line of this.lines.values()) line.remove()
    this.lines.clear()
  }

  private later(): void {
    if (this.asked) return
    this.asked = true
    requestAnimationFrame(() => {
      this.asked = false
      this.draw()
    })
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.height) - beyond)
    const last = Math.min(this.items.length, Math.ceil((this.element.scrollTop + this.element.clientHeight) / this.height) + beyond)
    for (const [i, line] of this.lines) {
      if (i >= first && i < last) continue
      line.remove()
      this.lines.delete(i)
    }
    for (let i = first; i < last; i++) if (!this.lines.has(i)) this.add(i)
    const chosen = this.current >= first && this.current < last ? `${this.options.className}-${String(this.current)}` : ''
    if (chosen) this.element.setAttribute('aria-activedescendant', chosen)
    else this.element.removeAttribute('aria-activedescendant')
  }

  private add(i: number): void {
    const item = this.items[i]
    if (item === undefined) return
    const line = document.createElement('div')
    line.className = i === this.current ? 'line chosen' : 'line'
    line.id = `${this.options.className}-${String(i)}`
    line.dataset.i = String(i)
    line.setAttribute('role', this.options.itemRole)
    if (this.options.itemRole === 'row') line.setAttribute('aria-rowindex', String(i + 1))
    if (this.options.pick) line.setAttribute('aria-selected', String(i === this.current))
    line.style.transform = `translateY(${String(i * this.height)}px)`
    this.options.draw(item, line, i)
    this.lines.set(i, line)
    this.space.append(line)
  }
}
