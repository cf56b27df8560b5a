import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Row, TreeNode } from '../src/model'
import { branches } from '../src/tree'

const leaf = (index: number, segment: string, path: string, ...children: TreeNode[]): TreeNode => ({ segment, path, routes: [{ index, name: '', verb: 'GET', endpoint: 'a#b' }], children })
const root: TreeNode = { segment: '', path: '', routes: [], children: [leaf(0, '/posts', '/posts', leaf(1, '/:id', '/posts/:id')), leaf(2, '/jobs', '/jobs')] }
const rows = [0, 1, 2].map((index) => ({ index }) as Row)
const seen = (shown: Row[], open: boolean): string[] => branches(root, shown, () => open).map((b) => `${String(b.level)} ${b.node.segment} ${String(b.count)}`)

test('all that is open is seen', () => { assert.deepEqual(seen(rows, true), ['0 /posts 2', '1 /:id 1', '0 /jobs 1']) })
test('what is closed counts what is below', () => { assert.deepEqual(seen(rows, false), ['0 /posts 2', '0 /jobs 1']) })
test('what the search leaves out is not seen', () => { assert.deepEqual(seen([rows[1] as Row], true), ['0 /posts 1', '1 /:id 1']) })
