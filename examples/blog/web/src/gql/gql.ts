/* eslint-disable */
import * as types from './graphql';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  subscription Commented($postId: ID!) {\n    commented(postId: $postId) {\n      ...CommentText\n    }\n  }\n": typeof types.CommentedDocument,
    "\n  mutation CreateComment($input: NewComment!) {\n    createComment(input: $input) {\n      ...CommentText\n    }\n  }\n": typeof types.CreateCommentDocument,
    "\n  query EarlierComments($id: ID!, $before: ID!) {\n    post(id: $id) {\n      id\n      comments(before: $before) {\n        ...CommentText\n      }\n    }\n  }\n": typeof types.EarlierCommentsDocument,
    "\n  fragment CommentsOfPost on Post {\n    comments {\n      ...CommentText\n    }\n  }\n": typeof types.CommentsOfPostFragmentDoc,
    "\n  mutation SignOut($refreshToken: String!) {\n    signOut(refreshToken: $refreshToken)\n  }\n": typeof types.SignOutDocument,
    "\n  mutation SetPhoto($photo: File!) {\n    setPhoto(photo: $photo) {\n      id\n      photo\n    }\n  }\n": typeof types.SetPhotoDocument,
    "\n  query Post($id: ID!) {\n    post(id: $id) {\n      ...PostSummary\n      comments {\n        ...CommentText\n      }\n    }\n  }\n  fragment CommentText on Comment {\n    id\n    name\n    body\n    createdAt\n  }\n": typeof types.PostDocument,
    "\n  query Posts($first: Int!) {\n    posts(first: $first) {\n      ...PostSummary\n    }\n  }\n  fragment PostSummary on Post {\n    id\n    title\n    body\n    createdAt\n    author {\n      id\n      name\n      photo\n    }\n  }\n": typeof types.PostsDocument,
    "\n  query OlderPosts($first: Int!, $after: ID!) {\n    posts(first: $first, after: $after) {\n      ...PostSummary\n    }\n  }\n": typeof types.OlderPostsDocument,
    "\n  mutation SignIn($name: String!, $password: String!) {\n    signIn(name: $name, password: $password) {\n      token\n      refreshToken\n      user {\n        id\n        name\n        photo\n      }\n    }\n  }\n": typeof types.SignInDocument,
    "\n  query User($id: ID!) {\n    user(id: $id) {\n      id\n      name\n      photo\n      posts {\n        id\n        title\n        createdAt\n      }\n    }\n  }\n": typeof types.UserDocument,
    "\n  mutation RenewSession($refreshToken: String!) {\n    renewSession(refreshToken: $refreshToken) {\n      token\n      refreshToken\n      user {\n        id\n        name\n        photo\n      }\n    }\n  }\n": typeof types.RenewSessionDocument,
    "\n  mutation CreatePost($input: NewPost!) {\n    createPost(input: $input) {\n      ...PostSummary\n    }\n  }\n": typeof types.CreatePostDocument,
};
const documents: Documents = {
    "\n  subscription Commented($postId: ID!) {\n    commented(postId: $postId) {\n      ...CommentText\n    }\n  }\n": types.CommentedDocument,
    "\n  mutation CreateComment($input: NewComment!) {\n    createComment(input: $input) {\n      ...CommentText\n    }\n  }\n": types.CreateCommentDocument,
    "\n  query EarlierComments($id: ID!, $before: ID!) {\n    post(id: $id) {\n      id\n      comments(before: $before) {\n        ...CommentText\n      }\n    }\n  }\n": types.EarlierCommentsDocument,
    "\n  fragment CommentsOfPost on Post {\n    comments {\n      ...CommentText\n    }\n  }\n": types.CommentsOfPostFragmentDoc,
    "\n  mutation SignOut($refreshToken: String!) {\n    signOut(refreshToken: $refreshToken)\n  }\n": types.SignOutDocument,
    "\n  mutation SetPhoto($photo: File!) {\n    setPhoto(photo: $photo) {\n      id\n      photo\n    }\n  }\n": types.SetPhotoDocument,
    "\n  query Post($id: ID!) {\n    post(id: $id) {\n      ...PostSummary\n      comments {\n        ...CommentText\n      }\n    }\n  }\n  fragment CommentText on Comment {\n    id\n    name\n    body\n    createdAt\n  }\n": types.PostDocument,
    "\n  query Posts($first: Int!) {\n    posts(first: $first) {\n      ...PostSummary\n    }\n  }\n  fragment PostSummary on Post {\n    id\n    title\n    body\n    createdAt\n    author {\n      id\n      name\n      photo\n    }\n  }\n": types.PostsDocument,
    "\n  query OlderPosts($first: Int!, $after: ID!) {\n    posts(first: $first, after: $after) {\n      ...PostSummary\n    }\n  }\n": types.OlderPostsDocument,
    "\n  mutation SignIn($name: String!, $password: String!) {\n    signIn(name: $name, password: $password) {\n      token\n      refreshToken\n      user {\n        id\n        name\n        photo\n      }\n    }\n  }\n": types.SignInDocument,
    "\n  query User($id: ID!) {\n    user(id: $id) {\n      id\n      name\n      photo\n      posts {\n        id\n        title\n        createdAt\n      }\n    }\n  }\n": types.UserDocument,
    "\n  mutation RenewSession($refreshToken: String!) {\n    renewSession(refreshToken: $refreshToken) {\n      token\n      refreshToken\n      user {\n        id\n        name\n        photo\n      }\n    }\n  }\n": types.RenewSessionDocument,
    "\n  mutation CreatePost($input: NewPost!) {\n    createPost(input: $input) {\n      ...PostSummary\n    }\n  }\n": types.CreatePostDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription Commented($postId: ID!) {\n    commented(postId: $postId) {\n      ...CommentText\n    }\n  }\n"): (typeof documents)["\n  subscription Commented($postId: ID!) {\n    commented(postId: $postId) {\n      ...CommentText\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateComment($input: NewComment!) {\n    createComment(input: $input) {\n      ...CommentText\n    }\n  }\n"): (typeof documents)["\n  mutation CreateComment($input: NewComment!) {\n    createComment(input: $input) {\n      ...CommentText\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query EarlierComments($id: ID!, $before: ID!) {\n    post(id: $id) {\n      id\n      comments(before: $before) {\n        ...CommentText\n      }\n    }\n  }\n"): (typeof documents)["\n  query EarlierComments($id: ID!, $before: ID!) {\n    post(id: $id) {\n      id\n      comments(before: $before) {\n        ...CommentText\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment CommentsOfPost on Post {\n    comments {\n      ...CommentText\n    }\n  }\n"): (typeof documents)["\n  fragment CommentsOfPost on Post {\n    comments {\n      ...CommentText\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SignOut($refreshToken: String!) {\n    signOut(refreshToken: $refreshToken)\n  }\n"): (typeof documents)["\n  mutation SignOut($refreshToken: String!) {\n    signOut(refreshToken: $refreshToken)\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetPhoto($photo: File!) {\n    setPhoto(photo: $photo) {\n      id\n      photo\n    }\n  }\n"): (typeof documents)["\n  mutation SetPhoto($photo: File!) {\n    setPhoto(photo: $photo) {\n      id\n      photo\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Post($id: ID!) {\n    post(id: $id) {\n      ...PostSummary\n      comments {\n        ...CommentText\n      }\n    }\n  }\n  fragment CommentText on Comment {\n    id\n    name\n    body\n    createdAt\n  }\n"): (typeof documents)["\n  query Post($id: ID!) {\n    post(id: $id) {\n      ...PostSummary\n      comments {\n        ...CommentText\n      }\n    }\n  }\n  fragment CommentText on Comment {\n    id\n    name\n    body\n    createdAt\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Posts($first: Int!) {\n    posts(first: $first) {\n      ...PostSummary\n    }\n  }\n  fragment PostSummary on Post {\n    id\n    title\n    body\n    createdAt\n    author {\n      id\n      name\n      photo\n    }\n  }\n"): (typeof documents)["\n  query Posts($first: Int!) {\n    posts(first: $first) {\n      ...PostSummary\n    }\n  }\n  fragment PostSummary on Post {\n    id\n    title\n    body\n    createdAt\n    author {\n      id\n      name\n      photo\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OlderPosts($first: Int!, $after: ID!) {\n    posts(first: $first, after: $after) {\n      ...PostSummary\n    }\n  }\n"): (typeof documents)["\n  query OlderPosts($first: Int!, $after: ID!) {\n    posts(first: $first, after: $after) {\n      ...PostSummary\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SignIn($name: String!, $password: String!) {\n    signIn(name: $name, password: $password) {\n      token\n      refreshToken\n      user {\n        id\n        name\n        photo\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SignIn($name: String!, $password: String!) {\n    signIn(name: $name, password: $password) {\n      token\n      refreshToken\n      user {\n        id\n        name\n        photo\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query User($id: ID!) {\n    user(id: $id) {\n      id\n      name\n      photo\n      posts {\n        id\n        title\n        createdAt\n      }\n    }\n  }\n"): (typeof documents)["\n  query User($id: ID!) {\n    user(id: $id) {\n      id\n      name\n      photo\n      posts {\n        id\n        title\n        createdAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RenewSession($refreshToken: String!) {\n    renewSession(refreshToken: $refreshToken) {\n      token\n      refreshToken\n      user {\n        id\n        name\n        photo\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RenewSession($refreshToken: String!) {\n    renewSession(refreshToken: $refreshToken) {\n      token\n      refreshToken\n      user {\n        id\n        name\n        photo\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreatePost($input: NewPost!) {\n    createPost(input: $input) {\n      ...PostSummary\n    }\n  }\n"): (typeof documents)["\n  mutation CreatePost($input: NewPost!) {\n    createPost(input: $input) {\n      ...PostSummary\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;