import { userPath } from '../routes'
import { Link } from './Link'

interface Props {
  readonly user: { readonly id: string; readonly name: string; readonly photo: string | null }
}

/** Who wrote it, with a face if there is one. */
export function Author({ user }: Props) {
  return (
    <span className="author">
      {user.photo !== null && <img className="face" src={user.photo} alt="" />}
      <Link href={userPath(user.id)}>{user.name}</Link>
    </span>
  )
}
