ActiveAdmin.register Post
ActiveAdmin.register(Post, namespace: "super") { config.batch_actions = true }
