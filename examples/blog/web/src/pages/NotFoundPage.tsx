import { Link } from '../components/Link'
import { postsPath } from '../routes'

export function NotFoundPage() {
  return (
    <>
      <title>Not found · The Signal Box</title>
      <h1>The line ends here.</h1>
      <p>
        There is nothing at this address. <Link href={postsPath()}>Back to the posts</Link>
      </p>
    </>
  )
}
