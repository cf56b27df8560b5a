import type { CellFailureProps, CellSuccessProps, TypedDocument } from '@signalbox/web'

interface Comment {
  readonly id: string
  readonly name: string
  readonly body: string
}
interface Data {
  readonly posts: readonly { readonly id: string; readonly title: string; readonly author: { readonly name: string }; readonly comments: readonly Comment[] }[]
}

export const QUERY = `query UrqlPosts {
  posts(first: 10) { id title author { id name } comments(last: 20) { id name body } }
}` as unknown as TypedDocument<Data, Record<string, never>>

export const Loading = () => <p role="status">Loading the posts…</p>

export const Empty = () => <p>Nothing is written yet.</p>

export const Failure = ({ error, queryResult }: CellFailureProps) => (
  <p role="alert">
    {error.message} <button onClick={() => void queryResult.refetch()}>Try again</button>
  </p>
)

export const Success = ({ posts }: CellSuccessProps<typeof QUERY>) =>
  posts.map((post) => (
    <article key={post.id}>
      <h2>{post.title}</h2>
      <p>
        {post.author.name}, {post.comments.length} {post.comments.length === 1 ? 'comment' : 'comments'}
      </p>
      <ul>
        {post.comments.map((comment) => (
          <li key={comment.id}>
            <b>{comment.name}</b>: {comment.body}
          </li>
        ))}
      </ul>
    </article>
  ))
