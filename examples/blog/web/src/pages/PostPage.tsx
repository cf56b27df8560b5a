import PostCell from '../components/PostCell'

export function PostPage({ id }: { readonly id: string }) {
  return <PostCell id={id} />
}
