import { useMutation, useSubscription } from '@signalbox/web'
import type { SubmitEvent } from 'react'

import { graphql } from '../gql'
import type { CreateCommentMutation, PostQuery } from '../gql/graphql'
import { useLive } from '../lib/connection'
import { fieldsOf } from '../lib/form'
import { useSession } from '../lib/session'
import { Problem } from './Problem'
import { Time } from './Time'

type Post = NonNullable<PostQuery['post']>

// Both bring the comments of the post with the new one: the cache takes them in.
const COMMENTED = graphql(`
  subscription Commented($postId: ID!) {
    commented(postId: $postId) {
      ...CommentText
      post {
        id
        comments {
          ...CommentText
        }
      }
    }
  }
`)

const COMMENT = graphql(`
  mutation CreateComment($input: NewComment!) {
    createComment(input: $input) {
      ...CommentText
      post {
        id
        comments {
          ...CommentText
        }
      }
    }
  }
`)

export function Comments({ post }: { readonly post: Post }) {
  const { error } = useSubscription(COMMENTED, { variables: { postId: post.id } })
  const live = useLive() && !error
  return (
    <section className="comments" aria-labelledby="comments">
      <div className="heading">
        <h2 id="comments">{post.comments.length === 1 ? '1 comment' : `${String(post.comments.length)} comments`}</h2>
        <p className={live ? 'lamp live' : 'lamp'} role="status">
          {live ? 'Live' : 'Reconnecting…'}
        </p>
      </div>
      <ol className="branch" aria-live="polite">
        {post.comments.map((comment) => (
          <li key={comment.id} id={`comment-${comment.id}`} className={comment.id.startsWith('new:') ? 'sending' : undefined}>
            <p className="by">
              <b>{comment.name}</b>
              {comment.id.startsWith('new:') ? <span>sending…</span> : <Time of={comment.createdAt} />}
            </p>
            <p>{comment.body}</p>
          </li>
        ))}
      </ol>
      <CommentForm post={post} />
    </section>
  )
}

function CommentForm({ post }: { readonly post: Post }) {
  const session = useSession()
  const [createComment, { error }] = useMutation(COMMENT, {
    // What the page shows until the server has answered.
    optimisticResponse: ({ input }): CreateCommentMutation => {
      const comment = { __typename: 'Comment' as const, id: `new:${input.body}`, name: input.name, body: input.body, createdAt: new Date().toISOString() }
      return { __typename: 'Mutation', createComment: { ...comment, post: { __typename: 'Post', id: post.id, comments: [...post.comments, comment] } } }
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
