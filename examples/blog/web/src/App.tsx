import { useEffect, useRef, type ReactNode } from 'react'

import { Header } from './components/Header'
import { match, usePathname } from './lib/router'
import { NewPostPage } from './pages/NewPostPage'
import { NotFoundPage } from './pages/NotFoundPage'
import { PostPage } from './pages/PostPage'
import { PostsPage } from './pages/PostsPage'
import { UserPage } from './pages/UserPage'
import { newPostPath, postPath, postsPath, rootPath, userPath } from './routes'

function page(pathname: string): ReactNode {
  if (match(rootPath, pathname) ?? match(postsPath, pathname)) return <PostsPage />
  if (match(newPostPath, pathname)) return <NewPostPage />
  const [post] = match(postPath, pathname) ?? []
  if (post) return <PostPage id={post} />
  const [user] = match(userPath, pathname) ?? []
  if (user) return <UserPage id={user} />
  return <NotFoundPage />
}

export function App() {
  const pathname = usePathname()
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  // Who uses a keyboard or a screen reader begins at the new page, as with one from the server.
  useEffect(() => {
    if (!first.current) main.current?.focus()
    first.current = false
  }, [pathname])
  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Header />
      <main id="main" ref={main} tabIndex={-1}>
        {page(pathname)}
      </main>
      <footer>
        <p>
          Served by one Go program. <a href="/graphql">The schema</a> is open to look at in development.
        </p>
      </footer>
    </>
  )
}
