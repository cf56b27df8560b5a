import type { CellFailureProps } from '@signalbox/web'

import { Problem } from './Problem'

/** How the cells of the blog fail. */
export function Failure({ error, queryResult, updating }: CellFailureProps) {
  return (
    <div className="failure">
      <Problem error={error} />
      <button disabled={updating} onClick={() => void queryResult.refetch()}>
        Try again
      </button>
    </div>
  )
}
