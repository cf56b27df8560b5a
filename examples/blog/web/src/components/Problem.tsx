import { CombinedGraphQLErrors } from '@apollo/client'

/** What went wrong, read out as soon as it is there. */
export function Problem({ error }: { readonly error: Error | undefined }) {
  return error ? (
    <p className="problem" role="alert">
      {CombinedGraphQLErrors.is(error) ? sentence(error.message) : 'The blog can’t be reached just now.'}
    </p>
  ) : null
}

/** Makes a sentence of the server's words: "title can't be blank". */
function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}
