/** The major version of React that a project runs with. */
declare const __REACT__: number
/** The major version of Apollo Client that a project runs with. */
declare const __APOLLO__: number
