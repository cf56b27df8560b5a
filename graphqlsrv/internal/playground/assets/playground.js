// Starts GraphiQL on this page's own URL. Subscriptions and live queries come as
// server-sent events, everything else as JSON.
(() => {
  "use strict";
  const root = document.getElementById("playground");

  // events yields the responses of a stream of server-sent events.
  async function* events(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        text += value;
        for (let end; (end = text.indexOf("\n\n")) >= 0; ) {
          const lines = text.slice(0, end).split("\n");
          text = text.slice(end + 2);
          if (lines.includes("event: complete")) return;
          const data = lines.filter((l) => l.startsWith("data: ")).map((l) => l.slice(6));
          if (data.length > 0) yield JSON.parse(data.join("\n"));
        }
      }
    } finally {
      reader.cancel().catch(() => {}); // the user stopped it
    }
  }

  async function fetcher(request, options) {
    const response = await fetch(location.pathname, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/graphql-response+json, application/json;q=0.9, text/event-stream;q=0.8",
        [root.dataset.preflight]: "playground",
        ...(options && options.headers),
      },
      body: JSON.stringify(request),
    });
    const type = response.headers.get("Content-Type") || "";
    return type.startsWith("text/event-stream") ? events(response.body) : response.json();
  }

  const query = new URLSearchParams(location.search).get("query");
  ReactDOM.createRoot(root).render(
    React.createElement(GraphiQL, {
      fetcher,
      defaultEditorToolsVisibility: true,
      defaultQuery: root.dataset.query,
      ...(query ? { query } : {}),
    }),
  );
})();
