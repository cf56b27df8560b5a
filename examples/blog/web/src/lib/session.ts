// Who is signed in. The session is kept by the browser, and shared by its tabs.
import type { AuthProvider } from '@signalbox/web'
import { createClient } from '@signalbox/web/apollo'
import { useSyncExternalStore } from 'react'

import { graphql } from '../gql'
import { documents } from './client'

/** What signing in gives. */
export interface Session {
  readonly token: string
  readonly refreshToken: string
  readonly user: { readonly id: string; readonly name: string; readonly photo: string | null }
}

const key = 'session'
const listeners = new Set<() => void>()
window.addEventListener('storage', () => { listeners.forEach((changed) => { changed() }) })

let parsed: { text: string | null; session: Session | null } = { text: null, session: null }

/** Returns the session of this moment. */
export function currentSession(): Session | null {
  const text = localStorage.getItem(key)
  if (text !== parsed.text) parsed = { text, session: text === null ? null : (JSON.parse(text) as Session) }
  return parsed.session
}

/** Begins a session, or ends it. */
export function setSession(session: Session | null): void {
  if (session) localStorage.setItem(key, JSON.stringify(session))
  else localStorage.removeItem(key)
  listeners.forEach((changed) => { changed() })
}

/** The session, as long as it lasts. */
export function useSession(): Session | null {
  return useSyncExternalStore((changed) => {
    listeners.add(changed)
    return () => { listeners.delete(changed) }
  }, currentSession)
}

const RENEW = graphql(`
  mutation RenewSession($refreshToken: String!) {
    renewSession(refreshToken: $refreshToken) {
      token
      refreshToken
      user {
        id
        name
        photo
      }
    }
  }
`)

// Its requests go without the token that they are to replace.
const plain = createClient({ uri: '/graphql', fetch }, { documents })

// One tab renews the session, and the others take what it got. Browsers have locks
// only where the connection is secure.
const alone = <T>(run: () => Promise<T>) => ('locks' in navigator ? navigator.locks.request(key, run) : run())

/** Gives every request the token, and renews the session when it has expired. */
export const auth: AuthProvider = {
  type: 'blog',
  getToken: () => currentSession()?.token,
  refresh() {
    const old = currentSession()
    return alone(async () => {
      if (old && currentSession() === old) {
        // An error is no answer: the session stays, and the next request tries again.
        const { data } = await plain.mutate({ mutation: RENEW, variables: { refreshToken: old.refreshToken } })
        if (data && currentSession() === old) setSession(data.renewSession)
      }
      return currentSession()?.token
    })
  },
}
