import { useMutation, useSubscription, type TypedDocument } from '@signalbox/web'
import { StrictMode, type SubmitEvent } from 'react'
import { createRoot } from 'react-dom/client'

import PostsCell from './PostsCell'
import { UrqlProvider } from './UrqlProvider'

interface Comment {
  readonly name: string
  readonly body: string
}

const COMMENT = `mutation UrqlComment($input: NewComment!) {
  createComment(input: $input) { id post { id comments { id } } }
}` as unknown as TypedDocument<{ createComment: { id: string } }, { input: Comment & { postId: string } }>

const COMMENTED = `subscription UrqlCommented {
  commented { id name body post { id title comments { id name body } } }
}` as unknown as TypedDocument<{ commented: Comment & { post: { title: string } } }, Record<string, never>>

function Latest() {
  const { data } = useSubscription(COMMENTED)
  return <p role="status">{data ? `${data.commented.name} on “${data.commented.post.title}”: ${data.commented.body}` : 'Comments show up here as they are written.'}</p>
}

function CommentForm() {
  const [comment, { loading, error }] = useMutation(COMMENT)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const field = (name: string) => new FormData(form).get(name) as string
    void comment({ variables: { input: { postId: '1', name: field('name'), body: field('body') } } }).then(({ error: problem }) => {
      if (!problem) form.reset()
    })
  }
  return (
    <form onSubmit={submit}>
      <label>
        Name <input name="name" required />
      </label>
      <label htmlFor="body">Comment on the first post</label>
      <textarea id="body" name="body" rows={2} required />
      <button disabled={loading}>Send</button>
      {error && <p role="alert">{error.message}</p>}
    </form>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <UrqlProvider>
        <h1>The blog, by urql</h1>
        <Latest />
        <CommentForm />
        <PostsCell />
      </UrqlProvider>
    </StrictMode>,
  )
}
