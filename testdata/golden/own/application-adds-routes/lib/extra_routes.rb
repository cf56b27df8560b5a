module ExtraRoutes
  def self.add(app)
    app.routes.append { get "extra", to: "b#extra" }
  end
end
