import { useMutation } from '@signalbox/web'
import type { SubmitEvent } from 'react'

import { Problem } from '../components/Problem'
import { QUERY as POSTS } from '../components/PostsCell'
import { graphql } from '../gql'
import type { CreatePostMutation } from '../gql/graphql'
import { fieldsOf } from '../lib/form'
import { newId } from '../lib/optimistic'
import { navigate } from '../lib/router'
import { useSession, type Session } from '../lib/session'
import { newPostPath, postPath, postsPath } from '../routes'
import { pageSize } from './PostsPage'

const CREATE_POST = graphql(`
  mutation CreatePost($input: NewPost!) {
    createPost(input: $input) {
      ...PostSummary
    }
  }
`)

/** What was written but not published yet, so that it is not lost. */
interface Draft {
  readonly title: string
  readonly body: string
  readonly error?: Error
}
let draft: Draft = { title: '', body: '' }

export function NewPostPage() {
  const session = useSession()
  return (
    <>
      <title>Write · The Signal Box</title>
      <h1>A new post</h1>
      {session ? <PostForm author={session.user} /> : <p className="empty">Sign in to write. What you have written here is kept.</p>}
    </>
  )
}

function PostForm({ author }: { readonly author: Session['user'] }) {
  const [createPost] = useMutation(CREATE_POST, {
    optimisticResponse: ({ input }): CreatePostMutation => ({
      __typename: 'Mutation',
      createPost: {
        __typename: 'Post',
        id: newId(),
        ...input,
        createdAt: new Date().toISOString(),
        author: { __typename: 'User', ...author },
      },
    }),
    update: (cache, { data }) => {
      if (!data) return
      const added: CreatePostMutation['createPost'] = data.createPost
      cache.updateQuery({ query: POSTS, variables: { first: pageSize } }, (list) => list && { ...list, posts: [added, ...list.posts.filter(({ id }) => id !== added.id)] })
    },
  })
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { title, body } = fieldsOf<'title' | 'body'>(event.currentTarget)
    draft = { title, body }
    navigate(postsPath()) // where the optimistic answer shows it
    try {
      const { data } = await createPost({ variables: { input: { title, body } } })
      draft = { title: '', body: '' }
      if (data && window.location.pathname === postsPath()) navigate(postPath(data.createPost.id))
    } catch (error) {
      draft = { title, body, error: error as Error }
      navigate(newPostPath())
    }
  }
  return (
    <form className="write" onInput={({ currentTarget }) => { draft = fieldsOf<'title' | 'body'>(currentTarget) }} onSubmit={(event) => void submit(event)}>
      <label>
        Title <input name="title" required maxLength={200} defaultValue={draft.title} />
      </label>
      <label>
        Text <textarea name="body" required maxLength={50_000} rows={12} defaultValue={draft.body} />
      </label>
      <p className="hint">An empty line begins a new paragraph.</p>
      <Problem error={draft.error} />
      <button>Publish</button>
    </form>
  )
}
