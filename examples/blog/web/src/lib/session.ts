// Who is signed in. The session is kept by the browser, and shared by its tabs.
import type { AuthProvider } from '@signalbox/web'
import { print } from 'graphql'
import { useSyncExternalStore } from 'react'

import { graphql } from '../gql'

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

/** Gives every request the token, and renews the session when it has expired. */
export const auth: AuthProvider = {
  type: 'blog',
  getToken: () => currentSession()?.token,
  async refresh() {
    const old = currentSession()
    const session = await renew(old?.refreshToken ?? '')
    // Another tab may have renewed it first.
    if (currentSession() !== old) return currentSession()?.token
    setSession(session)
    return session?.token
  },
}

// The request goes without the token that it is to replace.
async function renew(refreshToken: string): Promise<Session | null> {
  const document = import.meta.env.PROD ? { extensions: { persistedQuery: { version: 1, sha256Hash: hashOf(RENEW)?.replace('sha256:', '') } } } : { query: print(RENEW) }
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...document, variables: { refreshToken } }),
  })
  const { data } = (await response.json()) as { data?: { renewSession: Session | null } | null }
  return data?.renewSession ?? null
}

function hashOf(document: object): string | undefined {
  return (document as { __meta__?: { hash?: string } }).__meta__?.hash
}
