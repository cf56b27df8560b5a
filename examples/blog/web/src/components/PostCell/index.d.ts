// Written by the plugin cells() of @signalbox/web/vite: the cell that it makes of the module.
import type { CellComponent } from '@signalbox/web'
declare const PostCell: CellComponent<typeof import('./PostCell')>
export default PostCell
export * from './PostCell'
