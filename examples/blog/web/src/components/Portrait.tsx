import { useMutation } from '@signalbox/web'
import { useState, type ChangeEvent } from 'react'

import { graphql } from '../gql'
import { useSession } from '../lib/session'
import { Problem } from './Problem'

const SET_PHOTO = graphql(`
  mutation SetPhoto($photo: File!) {
    setPhoto(photo: $photo) {
      id
      photo
    }
  }
`)

interface Props {
  readonly user: { readonly id: string; readonly name: string; readonly photo: string | null }
}

/** The photo of a user, who may change it. */
export function Portrait({ user }: Props) {
  const mine = useSession()?.user.id === user.id
  const [setPhoto, { loading, error }] = useMutation(SET_PHOTO)
  const [version, setVersion] = useState(0) // a new photo has the path of the old one
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [photo] = target.files ?? []
    if (!photo) return
    const { data } = await setPhoto({ variables: { photo } }).catch(() => ({ data: null })) // error has it
    target.value = ''
    if (data) setVersion((n) => n + 1)
  }
  return (
    <div className="portrait">
      {user.photo === null ? (
        <span className="initial" aria-hidden="true">
          {user.name.charAt(0)}
        </span>
      ) : (
        <img className="face" src={version > 0 ? `${user.photo}?${version}` : user.photo} alt={`Photo of ${user.name}`} />
      )}
      {mine && (
        <label className="file">
          {loading ? 'Sending…' : user.photo === null ? 'Add a photo' : 'Change the photo'}
          <input type="file" accept="image/jpeg,image/png,image/gif" disabled={loading} onChange={(event) => void choose(event)} />
        </label>
      )}
      <Problem error={error} />
    </div>
  )
}
