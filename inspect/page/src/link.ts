/** Where the page is, as the part of its address behind #. */
export interface Place {
  view: string
  /** A route, by its name or its key. */
  route: string
  search: string
  /** A file with its line, config/routes.rb:12. */
  file: string
}

export const nowhere: Place = { view: 'routes', route: '', search: '', file: '' }

export function readPlace(hash: string): Place {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const file = params.get('f') ?? ''
  return { view: params.get('v') ?? (file ? 'files' : 'routes'), route: params.get('r') ?? '', search: params.get('q') ?? '', file }
}

export function writePlace(place: Place): string {
  const parts: string[] = []
  const add = (key: string, value: string): void => {
    if (value) parts.push(`${key}=${encodeURIComponent(value).replaceAll('%2F', '/').replaceAll('%3A', ':')}`)
  }
  if (place.view !== 'routes') add('v', place.view)
  add('r', place.route)
  add('q', place.search)
  if (place.view === 'files') add('f', place.file)
  return parts.length > 0 ? `#${parts.join('&')}` : '#'
}

/** The editors that open a file at a line by an address. */
export const editors: Record<string, string> = {
  'VS Code': 'vscode://file{file}:{line}:{column}',
  Cursor: 'cursor://file{file}:{line}:{column}',
  Zed: 'zed://file{file}:{line}:{column}',
  JetBrains: 'idea://open?file={file}&line={line}&column={column}',
  TextMate: 'txmt://open?url=file://{file}&line={line}&column={column}',
}

export function editorLink(editor: string, root: string, place: { file: string; line: number; column: number }): string {
  const path = `${root.startsWith('/') ? '' : '/'}${root}/${place.file}`.split('/').map(encodeURIComponent).join('/')
  const template = editors[editor] ?? editors['VS Code'] ?? ''
  return template.replace('{file}', path).replace('{line}', String(place.line)).replace('{column}', String(place.column))
}
