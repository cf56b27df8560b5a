// Measures graphql-yoga with the queries and records of ../data, in process:
//
//	cd bench/graphql/yoga && npm ci && node main.mjs
import { createSchema, createYoga } from 'graphql-yoga'

const users = []
const posts = new Map()
const comments = new Map()
for (let i = 1; i <= 100; i++) {
  users.push({ id: i, email: `user${i}@example.com`, name: i % 7 ? `User Number ${i}` : null })
  posts.set(i, [])
  for (let j = 1; j <= 5; j++) {
    const post = { id: i * 10 + j, title: `Post ${j} of user ${i}` }
    posts.get(i).push(post)
    comments.set(post.id, [1, 2, 3, 4].map((k) => ({ id: post.id * 10 + k, body: `Comment ${k}, a body of some length` })))
  }
}

const yoga = createYoga({
  logging: false,
  schema: createSchema({
    typeDefs: `
      type User { id: Int! email: String! name: String posts: [Post!]! }
      type Post { id: Int! title: String! comments: [Comment!]! }
      type Comment { id: Int! body: String! }
      type Query { users(take: Int = 100): [User!]! hello: String! }`,
    resolvers: {
      Query: { users: (_, { take }) => users.slice(0, take), hello: () => 'world' },
      User: { posts: (u) => posts.get(u.id) },
      Post: { comments: (p) => comments.get(p.id) },
    },
  }),
})

const queries = {
  users: '{users{id email name}}',
  hello: '{hello}',
  nested: '{users(take:10){id posts{id title comments{id body}}}}',
}

async function run(body, times) {
  for (let i = 0; i < times; i++) {
    const response = await yoga.fetch('http://localhost/graphql', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body,
    })
    await response.text()
  }
}

for (const [name, query] of Object.entries(queries)) {
  const body = JSON.stringify({ query })
  await run(body, 2000)
  let best = Infinity
  for (let round = 0; round < 10; round++) {
    const begin = process.cpuUsage()
    await run(body, 300)
    const used = process.cpuUsage(begin)
    best = Math.min(best, (used.user + used.system) / 300)
  }
  console.log(`${name}/graphql-yoga ${Math.round(best * 1000)} ns`)
}
