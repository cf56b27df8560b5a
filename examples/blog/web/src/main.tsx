import { useApolloClient } from '@apollo/client/react'
import { SignalboxProvider } from '@signalbox/web/apollo'
import { StrictMode, useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './App'
import { cache, documents } from './lib/client'
import { connection } from './lib/connection'
import { auth, useSession } from './lib/session'
import './style.css'

/** Fetches everything anew for whoever signs in or out; what they are writing stays. */
function Own() {
  const user = useSession()?.user.id
  const shown = useRef(user)
  const client = useApolloClient()
  useEffect(() => {
    if (shown.current === user) return
    shown.current = user
    void client.cache.reset().then(() => { void client.refetchQueries({ include: 'active' }) })
  }, [client, user])
  return null
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <SignalboxProvider auth={auth} cache={cache} documents={documents} sse={connection}>
        <Own />
        <App />
      </SignalboxProvider>
    </StrictMode>,
  )
}
