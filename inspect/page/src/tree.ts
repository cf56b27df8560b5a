import { keyOf, type Row, type TreeNode } from './model'

/** A line of the tree: a segment, how deep it is, and how many routes are there and below. */
export interface Branch {
  node: TreeNode
  level: number
  count: number
  open: boolean
  leaf: boolean
}

/** The lines of a tree that are to be seen: those with rows that are shown, below what is open. */
export function branches(root: TreeNode, shown: readonly Row[], isOpen: (path: string, level: number) => boolean): Branch[] {
  const wanted = new Set(shown.filter((r) => !r.engine).map(keyOf))
  const counts = new Map<TreeNode, number>()
  const count = (n: TreeNode): number => {
    let all = n.routes.filter((r) => wanted.has(String(r.index))).length
    for (const c of n.children) all += count(c)
    counts.set(n, all)
    return all
  }
  count(root)
  const list: Branch[] = []
  const add = (n: TreeNode, level: number): void => {
    const below = n.children.filter((c) => (counts.get(c) ?? 0) > 0)
    const open = isOpen(n.path, level)
    if (level >= 0) list.push({ node: { ...n, routes: n.routes.filter((r) => wanted.has(String(r.index))) }, level, count: counts.get(n) ?? 0, open, leaf: below.length === 0 })
    if (level < 0 || open) for (const c of below) add(c, level + 1)
  }
  add(root, -1)
  return list
}
