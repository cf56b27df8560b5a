// Package ftv1 writes the traces that gateways of Apollo Federation ask subgraphs for: how long
// each field of an answer took, as the message Trace of Apollo's reports.proto, which is the
// npm package @apollo/usage-reporting-protobuf.
//
// https://www.apollographql.com/docs/federation/metrics
package ftv1
