import assert from 'node:assert/strict'
import { test } from 'node:test'

import { readHeaders } from '../src/request'
import { ruby, samplePath } from '../src/detail'
import { editorLink, nowhere, readPlace, writePlace } from '../src/link'
import { placeOf, type Row } from '../src/model'

test('the address of a place leads back to it', () => {
  for (const place of [nowhere, { ...nowhere, route: 'edit_post' }, { ...nowhere, view: 'tree', search: 'a & b=c' }, { ...nowhere, view: 'files', file: 'config/routes.rb:12' }]) {
    assert.deepEqual(readPlace(writePlace(place)), place)
  }
})
test('a route is named alone', () => {
  assert.equal(readPlace('#r=edit_post').route, 'edit_post')
  assert.equal(writePlace({ ...nowhere, route: 'edit_post' }), '#r=edit_post')
})
test('an editor opens a line', () => {
  assert.equal(editorLink('VS Code', '/home/a b', placeOf('config/routes.rb:3:5')), 'vscode://file/home/a%20b/config/routes.rb:3:5')
  assert.equal(editorLink('JetBrains', 'C:/shop', placeOf('config/routes.rb:3')), 'idea://open?file=/C%3A/shop/config/routes.rb&line=3&column=1')
})
test('headers are lines', () => { assert.deepEqual(readHeaders('Accept: a/b\nX-Y:1:2\nnone'), { Accept: 'a/b', 'X-Y': '1:2' }) })
test('values read as Ruby', () => { assert.equal(ruby({ a: { regexp: '\\d+', options: 'i' }, b: [{ sym: 'c' }, null, 'd'] }), '{a: /\\d+/i, b: [:c, nil, "d"]}') })
test('a path to try has a value for each parameter', () => {
  assert.equal(samplePath({ path: '(/:locale)/posts/:id/*rest(.:format)' } as Row), '/posts/1/1')
  assert.equal(samplePath({ path: '/' } as Row), '/')
})
