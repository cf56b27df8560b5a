import type { ApolloCache } from '@apollo/client'
import { useMutation, useSubscription, type CellQueryResult } from '@signalbox/web'
import { useState, type SubmitEvent } from 'react'

import { graphql } from '../gql'
import type { CommentTextFragment, CreateCommentMutation, PostQuery } from '../gql/graphql'
import { useLive } from '../lib/connection'
import { fieldsOf } from '../lib/form'
import { isNew, newId } from '../lib/optimistic'
import { useSession } from '../lib/session'
import { Problem } from './Problem'
import { Time } from './Time'

type Post = NonNullable<PostQuery['post']>

const COMMENTED = graphql(`
  subscription Commented($postId: ID!) {
    commented(postId: $postId) {
      ...CommentText
    }
  }
`)

const COMMENT = graphql(`
  mutation CreateComment($input: NewComment!) {
    createComment(input: $input) {
      ...CommentText
    }
  }
`)

const EARLIER = graphql(`
  query EarlierComments($id: ID!, $before: ID!) {
    post(id: $id) {
      id
      comments(before: $before) {
        ...CommentText
      }
    }
  }
`)

const COMMENTS = graphql(`
  fragment CommentsOfPost on Post {
    comments {
      ...CommentText
    }
  }
`)

/** add puts a comment behind those of its post, unless it is there: its writer hears of it twice. */
function add(cache: ApolloCache, postId: string, comment: CommentTextFragment): void {
  cache.updateFragment({ id: cache.identify({ __typename: 'Post', id: postId }), fragment: COMMENTS, fragmentName: 'CommentsOfPost' }, (post) =>
    post?.comments.every(({ id }) => id !== comment.id) ? { ...post, comments: [...post.comments, comment] } : undefined,
  )
}

/** How many comments the server gives at once. */
const pageSize = 50

interface Props {
  readonly post: Post
  readonly fetchMore: CellQueryResult<PostQuery>['fetchMore']
}

export function Comments({ post, fetchMore }: Props) {
  const { error } = useSubscription(COMMENTED, {
    variables: { postId: post.id },
    onData: ({ client, data: { data } }) => {
      if (data) add(client.cache, post.id, data.commented)
    },
  })
  const [all, setAll] = useState(post.comments.length < pageSize)
  const live = useLive() && !error
  return (
    <section className="comments" aria-labelledby="comments">
      <div className="heading">
        <h2 id="comments">{post.comments.length === 1 ? '1 comment' : `${String(post.comments.length)}${all ? '' : '+'} comments`}</h2>
        <p className={live ? 'lamp live' : 'lamp'} role="status">
          {live ? 'Live' : 'Reconnecting…'}
        </p>
      </div>
      {!all && <Earlier post={post} fetchMore={fetchMore} onEnd={() => { setAll(true) }} />}
      <ol className="branch" aria-live="polite">
        {post.comments.map((comment) => (
          <li key={comment.id} id={`comment-${comment.id}`} className={isNew(comment.id) ? 'sending' : undefined}>
            <p className="by">
              <b>{comment.name}</b>
              {isNew(comment.id) ? <span>sending…</span> : <Time of={comment.createdAt} />}
            </p>
            <p>{comment.body}</p>
          </li>
        ))}
      </ol>
      <CommentForm post={post} />
    </section>
  )
}

/** Earlier fetches the comments before those that are shown. */
function Earlier({ post, fetchMore, onEnd }: Props & { readonly onEnd: () => void }) {
  const [loading, setLoading] = useState(false)
  const [error, setError] = useState<Error>()
  const fetch = async () => {
    setLoading(true)
    setError(undefined)
    try {
      const { data } = await fetchMore({ query: EARLIER, variables: { id: post.id, before: post.comments[0]?.id ?? '' } })
      if ((data?.post?.comments.length ?? 0) < pageSize) onEnd()
    } catch (problem) {
      setError(problem as Error)
    } finally {
      setLoading(false)
    }
  }
  return (
    <>
      <button className="more" disabled={loading} onClick={() => void fetch()}>
        {loading ? 'Loading…' : 'Earlier comments'}
      </button>
      <Problem error={error} />
    </>
  )
}

function CommentForm({ post }: { readonly post: Post }) {
  const session = useSession()
  const [createComment, { error }] = useMutation(COMMENT, {
    // What the page shows until the server has answered.
    optimisticResponse: ({ input }): CreateCommentMutation => ({
      __typename: 'Mutation',
      createComment: { __typename: 'Comment', id: newId(), name: input.name, body: input.body, createdAt: new Date().toISOString() },
    }),
    update: (cache, { data }) => {
      if (data) add(cache, post.id, data.createComment)
    },
  })
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { name, body } = fieldsOf<'name' | 'body'>(form)
    const text = form.elements.namedItem('body') as HTMLTextAreaElement
    text.value = ''
    try {
      await createComment({ variables: { input: { postId: post.id, name, body } } })
    } catch {
      text.value ||= body // nothing that was written is lost; error says why
    }
  }
  return (
    <form className="comment-form" onSubmit={(event) => void submit(event)}>
      <h3>Leave a comment</h3>
      <label>
        Name <input name="name" required maxLength={80} autoComplete="name" defaultValue={session?.user.name} />
      </label>
      <label>
        Comment <textarea name="body" required maxLength={5000} rows={3} />
      </label>
      <Problem error={error} />
      <button>Send</button>
    </form>
  )
}
