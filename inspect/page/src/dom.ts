type Child = Node | string | number | false | null | undefined
type Props = Record<string, string | number | boolean | undefined | ((e: Event) => void)>

/** Makes an element: properties are attributes, functions listen. Text is never markup. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props | null, ...children: (Child | Child[])[]): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag)
  for (const [key, value] of Object.entries(props ?? {})) {
    if (typeof value === 'function') e.addEventListener(key, value)
    else if (value === true) e.setAttribute(key, '')
    else if (value !== undefined && value !== false) e.setAttribute(key, String(value))
  }
  for (const c of children.flat()) if (c !== false && c !== null && c !== undefined) e.append(c instanceof Node ? c : String(c))
  return e
}

export function byId(id: string): HTMLElement {
  const e = document.getElementById(id)
  if (!e) throw new Error(`no element ${id}`)
  return e
}

/** A path with its parameters marked, and what is optional. */
export function pathText(path: string): DocumentFragment {
  const out = document.createDocumentFragment()
  for (const part of path.split(/(\(\.:format\)$|[:*]\w+)/)) {
    if (!part) continue
    if (part === '(.:format)') out.append(h('span', { class: 'format' }, part))
    else if (/^[:*]\w/.test(part)) out.append(h('span', { class: 'param' }, part))
    else out.append(part)
  }
  return out
}

export function verbText(verb: string): HTMLElement {
  const text = verb || 'ANY'
  return h('span', { class: `verb ${text.split('|')[0]?.toLowerCase() ?? ''}` }, text.replaceAll('|', ' '))
}
