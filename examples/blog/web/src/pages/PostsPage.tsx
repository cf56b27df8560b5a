import PostsCell from '../components/PostsCell'

/** How many posts are shown at once. */
export const pageSize = 8

export function PostsPage() {
  return (
    <>
      <title>The Signal Box</title>
      <h1 className="statement">Notes from beside the line.</h1>
      <PostsCell first={pageSize} />
    </>
  )
}
