import { SignalboxProvider } from '@signalbox/web/apollo'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './App'
import { connection } from './lib/connection'
import { auth, useSession } from './lib/session'
import './style.css'

// The built pages send the hashes of their operations, which the server knows.
const documents = import.meta.env.PROD ? {} : undefined

function Root() {
  const user = useSession()?.user.id
  // Each user has a client, and so a cache, of their own.
  return (
    <SignalboxProvider key={user ?? 'nobody'} auth={auth} documents={documents} sse={connection}>
      <App />
    </SignalboxProvider>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  )
}
