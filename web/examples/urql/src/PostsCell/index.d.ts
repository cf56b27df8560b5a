// Written by the plugin cells() of @signalbox/web/vite: the cell that it makes of the module.
import type { CellComponent } from '@signalbox/web'
declare const PostsCell: CellComponent<typeof import('./PostsCell')>
export default PostsCell
export * from './PostsCell'
