const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' })

export function Time({ of }: { readonly of: string }) {
  return <time dateTime={of}>{format.format(new Date(of))}</time>
}
