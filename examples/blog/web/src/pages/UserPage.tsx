import UserCell from '../components/UserCell'

export function UserPage({ id }: { readonly id: string }) {
  return <UserCell id={id} />
}
