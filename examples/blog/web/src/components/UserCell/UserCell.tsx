import type { CellSuccessProps } from '@signalbox/web'

import { graphql } from '../../gql'
import { NotFoundPage } from '../../pages/NotFoundPage'
import { postPath } from '../../routes'
import { Link } from '../Link'
import { Portrait } from '../Portrait'
import { Time } from '../Time'

export { Failure } from '../Failure'

export const QUERY = graphql(`
  query User($id: ID!) {
    user(id: $id) {
      id
      name
      photo
      posts {
        id
        title
        createdAt
      }
    }
  }
`)

export const Loading = () => (
  <div className="ghost-post" role="status" aria-label="Loading the author">
    <div className="ghost" />
  </div>
)

export const Empty = () => <NotFoundPage />

export function Success({ user }: CellSuccessProps<typeof QUERY>) {
  if (!user) return null
  return (
    <>
      <title>{`${user.name} · The Signal Box`}</title>
      <div className="person">
        <Portrait user={user} />
        <h1>{user.name}</h1>
      </div>
      {user.posts.length === 0 && <p className="empty">No posts yet.</p>}
      <ol className="line">
        {user.posts.map((post) => (
          <li key={post.id} className="station">
            <h2>
              <Link href={postPath(post.id)}>{post.title}</Link>
            </h2>
            <p className="by">
              <Time of={post.createdAt} />
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}
