// Written by the plugin cells() of @signalbox/web/vite: the cell that it makes of the module.
import type { CellComponent } from '@signalbox/web'
declare const UserCell: CellComponent<typeof import('./UserCell')>
export default UserCell
export * from './UserCell'
