// Written by the plugin cells() of @signalbox/web/vite. TypeScript finds it by "moduleSuffixes": [".cell", ""].
import type { CellComponent } from '@signalbox/web'
declare const PostsCell: CellComponent<typeof import('./PostsCell.tsx')>
export default PostsCell
export * from './PostsCell.tsx'
