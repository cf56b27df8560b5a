import { useLazyQuery } from '@apollo/client/react'
import type { CellSuccessProps } from '@signalbox/web'
import { useState } from 'react'

import { graphql } from '../../gql'
import type { PostSummaryFragment } from '../../gql/graphql'
import { isNew } from '../../lib/optimistic'
import { postPath } from '../../routes'
import { Author } from '../Author'
import { Link } from '../Link'
import { Problem } from '../Problem'
import { Time } from '../Time'

export { Failure } from '../Failure'

export const QUERY = graphql(`
  query Posts($first: Int!) {
    posts(first: $first) {
      ...PostSummary
    }
  }
  fragment PostSummary on Post {
    id
    title
    body
    createdAt
    author {
      id
      name
      photo
    }
  }
`)

const OLDER = graphql(`
  query OlderPosts($first: Int!, $after: ID!) {
    posts(first: $first, after: $after) {
      ...PostSummary
    }
  }
`)

export const Loading = () => (
  <div className="line" role="status" aria-label="Loading the posts">
    {[1, 2, 3].map((n) => (
      <div key={n} className="station ghost" />
    ))}
  </div>
)

export const Empty = () => <p className="empty">Nothing is written yet. Whoever signs in writes the first post.</p>

export function Success({ posts, first, updating }: CellSuccessProps<typeof QUERY>) {
  return (
    <>
      <ol className="line" aria-busy={updating}>
        {posts.map((post) => (
          <Station key={post.id} post={post} />
        ))}
      </ol>
      {posts.length >= first && <Older first={first} after={posts[posts.length - 1]?.id ?? ''} />}
    </>
  )
}

/** Older asks for what is before a post, when it is asked to. */
function Older({ first, after }: { readonly first: number; readonly after: string }) {
  const [load, { data, loading, error, called }] = useLazyQuery(OLDER)
  const posts = data?.posts ?? []
  return (
    <>
      {posts.length > 0 && (
        <ol className="line continued">
          {posts.map((post) => (
            <Station key={post.id} post={post} />
          ))}
        </ol>
      )}
      {posts.length >= first && <Older key={posts[posts.length - 1]?.id} first={first} after={posts[posts.length - 1]?.id ?? ''} />}
      {called && data && posts.length < first && <p className="terminus">That is where it began.</p>}
      <Problem error={error} />
      {!data && (
        <button className="more" disabled={loading} onClick={() => void load({ variables: { first, after } })}>
          {loading ? 'Loading…' : 'Older posts'}
        </button>
      )}
    </>
  )
}

function Station({ post }: { readonly post: PostSummaryFragment }) {
  const [now] = useState(() => Date.now())
  const sending = isNew(post.id)
  return (
    <li className={sending ? 'station sending' : 'station'}>
      <h2>{sending ? post.title : <Link href={postPath(post.id)}>{post.title}</Link>}</h2>
      <p className="lead">{post.body}</p>
      <p className="by">
        <Author user={post.author} />
        {sending ? <span role="status">on its way…</span> : <Time of={post.createdAt} />}
        {!sending && now - Date.parse(post.createdAt) < 86_400_000 && <span className="new">new</span>}
      </p>
    </li>
  )
}
