import { useMutation } from '@signalbox/web'
import { useRef, type RefObject, type SubmitEvent } from 'react'

import { graphql } from '../gql'
import { fieldsOf } from '../lib/form'
import { setSession } from '../lib/session'
import { Problem } from './Problem'

const SIGN_IN = graphql(`
  mutation SignIn($name: String!, $password: String!) {
    signIn(name: $name, password: $password) {
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

export function SignIn({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) {
  const [signIn, { loading, error, reset }] = useMutation(SIGN_IN)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { name, password } = fieldsOf<'name' | 'password'>(event.currentTarget)
    const { data } = await signIn({ variables: { name, password } }).catch(() => ({ data: null })) // error has it
    if (!data) return
    dialog.current?.close()
    setSession(data.signIn)
  }
  const form = useRef<HTMLFormElement>(null)
  const forget = () => {
    reset()
    form.current?.reset()
  }
  return (
    <dialog ref={dialog} aria-labelledby="sign-in" onClose={forget}>
      <form ref={form} onSubmit={(event) => void submit(event)}>
        <h2 id="sign-in">Sign in</h2>
        <p className="hint">
          Here to try it out: <b>ann</b> and <b>ed</b>, whose passwords are their names.
        </p>
        <label>
          Name <input name="name" autoComplete="username" autoCapitalize="none" required />
        </label>
        <label>
          Password <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <Problem error={error} />
        <div className="actions">
          <button disabled={loading}>{loading ? 'Signing in…' : 'Sign in'}</button>
          <button type="button" className="quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  )
}
