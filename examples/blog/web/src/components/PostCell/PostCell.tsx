import type { CellSuccessProps } from '@signalbox/web'

import { graphql } from '../../gql'
import { NotFoundPage } from '../../pages/NotFoundPage'
import { Author } from '../Author'
import { Comments } from '../Comments'
import { Time } from '../Time'

export { Failure } from '../Failure'

export const QUERY = graphql(`
  query Post($id: ID!) {
    post(id: $id) {
      ...PostSummary
      comments {
        ...CommentText
      }
    }
  }
  fragment CommentText on Comment {
    id
    name
    body
    createdAt
  }
`)

export const Loading = () => (
  <div className="ghost-post" role="status" aria-label="Loading the post">
    <div className="ghost" />
    <div className="ghost" />
    <div className="ghost" />
  </div>
)

export const Empty = () => <NotFoundPage />

export function Success({ post, queryResult }: CellSuccessProps<typeof QUERY>) {
  if (!post) return null
  return (
    <>
      <title>{`${post.title} · The Signal Box`}</title>
      <article className="post">
        <h1>{post.title}</h1>
        <p className="by">
          <Author user={post.author} />
          <Time of={post.createdAt} />
        </p>
        <div className="prose">
          {post.body.split(/\n{2,}/).map((paragraph, i) => (
            <p key={i}>{paragraph}</p>
          ))}
        </div>
      </article>
      <Comments post={post} fetchMore={queryResult.fetchMore} />
    </>
  )
}

