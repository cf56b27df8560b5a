import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Row } from '../src/model'
import { Index, parse, pathPattern } from '../src/search'

function row(index: number, verb: string, path: string, reqs: string, more: Partial<Row> = {}): Row {
  return {
    index, verb, path, reqs, name: null, controller: null, action: null, defaults: {}, requirements: {}, constraints: {}, source: 'config/routes.rb:1', column: 1, kind: 'dispatcher', internal: false,
    required_parts: [], optional_parts: [], conditional: [], guards: [], ...more,
  }
}

const rows = [
  row(0, 'GET', '/posts(.:format)', 'posts#index', { name: 'posts' }),
  row(1, 'GET', '/posts/:id(.:format)', 'posts#show', { name: 'post' }),
  row(2, 'DELETE', '/posts/:id(.:format)', 'posts#destroy', { source: 'config/routes/api.rb:7' }),
  row(3, 'PUT|PATCH', '/jobs', 'jobs#update', { guards: [{ kind: 'object', text: 'AdminOnly.new', source: null }], conditional: ['Settings.beta?'] }),
  row(4, 'GET', '/files/*rest', 'files#show'),
]

function found(query: string): number[] { return new Index(rows).search(query).map((r) => r.index) }

test('no words are all rows', () => { assert.deepEqual(found('  '), [0, 1, 2, 3, 4]) })
test('all words have to be there, in any field', () => {
  assert.deepEqual(found('posts show'), [1])
  assert.deepEqual(found('AdminOnly'), [3])
  assert.deepEqual(found('posts jobs'), [])
})
test('a field is asked alone', () => {
  assert.deepEqual(found('name:post'), [0, 1])
  assert.deepEqual(found('verb:get controller:posts'), [0, 1])
  assert.deepEqual(found('guard:adminonly'), [3])
  assert.deepEqual(found('file:api.rb'), [2])
  assert.deepEqual(found('if:beta'), [3])
})
test('a verb is meant whole', () => {
  assert.deepEqual(found('verb:patch'), [3])
  assert.deepEqual(found('verb:pat'), [])
})
test('a minus leaves out', () => { assert.deepEqual(found('posts -verb:delete'), [0, 1]) })
test('a path that is asked for finds the rows that take it', () => {
  assert.deepEqual(found('/posts/1'), [1, 2])
  assert.deepEqual(found('/posts/1.json'), [1, 2])
  assert.deepEqual(found('/files/a/b'), [4])
})
test('quotes keep spaces', () => { assert.deepEqual(parse('guard:"a b" c'), [{ field: 'guard', text: 'a b', not: false }, { field: undefined, text: 'c', not: false }]) })
test('a path is a pattern', () => {
  assert.ok(pathPattern('(/:locale)/about').test('/about'))
  assert.ok(pathPattern('(/:locale)/about').test('/de/about'))
  assert.ok(!pathPattern('/posts/:id').test('/posts/1/edit'))
})
