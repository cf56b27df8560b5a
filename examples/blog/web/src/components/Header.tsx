import { useMutation } from '@signalbox/web'
import { useRef } from 'react'

import { graphql } from '../gql'
import { usePathname } from '../lib/router'
import { setSession, useSession } from '../lib/session'
import { newPostPath, postsPath, userPath } from '../routes'
import { Link } from './Link'
import { SignIn } from './SignIn'

const SIGN_OUT = graphql(`
  mutation SignOut($refreshToken: String!) {
    signOut(refreshToken: $refreshToken)
  }
`)

export function Header() {
  const session = useSession()
  const dialog = useRef<HTMLDialogElement>(null)
  const [signOut] = useMutation(SIGN_OUT)
  const pathname = usePathname()
  const leave = async () => {
    const refreshToken = session?.refreshToken ?? ''
    await signOut({ variables: { refreshToken } }).catch(() => undefined) // it ends here, whatever the server says
    setSession(null)
  }
  return (
    <header className="top">
      <Link className="brand" href={postsPath()}>
        <span className="lamps" aria-hidden="true" />
        The Signal Box
      </Link>
      <nav aria-label="Blog">
        {session && (
          <>
            <Link href={newPostPath()} aria-current={pathname === newPostPath() ? 'page' : undefined}>
              Write
            </Link>
            <Link className="who" href={userPath(session.user.id)}>
              {session.user.name}
            </Link>
          </>
        )}
        {/* One button, so that the focus stays on it. */}
        <button className="quiet" onClick={() => (session ? void leave() : dialog.current?.showModal())}>
          {session ? 'Sign out' : 'Sign in'}
        </button>
      </nav>
      <SignIn dialog={dialog} />
    </header>
  )
}
